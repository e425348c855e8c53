import sys

from benchmarks.run import main

main(sys.argv[1:])
