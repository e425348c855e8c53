"""What the checker's tests share: claims, true and false, and ways to decide them a second time.

A book that is checked may try its own statements by them too, as the tests of this book do.
"""
