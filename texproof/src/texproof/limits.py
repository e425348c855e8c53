"""Limits of the checker: how much is tried, searched and multiplied out before it gives up.

Where one of them is reached, a statement is undecided, or a proof counts as not found. What is
tried at points can only refute, and more points refute more.
"""

# Reading
LONGEST_TEXT = 2000  # characters of a text; the longest of the book's chapters has 232
MOST_DIGITS_READ = 100  # digits of a number
MOST_LEVELS = 40  # terms inside each other; chapters have 12, and Python's stack holds 100
HIGHEST_DERIVATIVE = 9  # order of a derivative
HIGHEST_EXPONENT_READ = 1000  # exponent in digits
HIGHEST_EXPONENT_OF_E = 10_000  # exponent of e in digits

# Programs
MOST_NUMBERS_IN_CODE = 20  # numbers in the code of one program, each of which is tried
SMALLEST_IN_CODE = 1e-6  # below it a number in code is a guard, which no float can be compared with
LONGEST_NUMBER_IN_TEXT = 8  # characters of a text in code whose numbers are tried
LARGEST_IN_CODE = 1e6  # above it a number in code is a guard, too
ROUNDED = 1e-6  # of numbers of order 1: a thousandfold of what badly conditioned steps lose
MOST_QUESTIONS = 40  # terms of which programs ask whether they are 0
MOST_TIES = 3  # questions of a program, each asked where the one before has the answer yes
POINTS_OF_QUESTION = 6  # points at which each of these is 0, for each of its symbols
STEEPEST_QUESTION = 2  # degree in a symbol of what has no rational root
LARGEST_DENOMINATOR = 2**20  # of a float that a program may have written, such as 0.5

# Lengths and assignments
LENGTHS_SEARCHED = 20_000  # tuples of lengths among which is chosen; of more, a sample
MOST_LENGTHS = 10  # tuples of lengths that are chosen
SHORTEST_CHOSEN = 1  # length that an author may choose
LONGEST_CHOSEN = 20  # length that an author may choose
MOST_LABELLINGS = 256  # labellings that a proof goes through
FEW_LABELLINGS = 3  # labellings that are picked at other lengths
TRIES_FOR_LABELLINGS = 60  # draws to find them
SHORT_RANGE = 4  # values of which each is drawn now and then

# Values by components
LONGEST_SUM = 10_000  # terms of one sum, and the larger number of a binomial coefficient
HIGHEST_POWER = 40  # exponent of what holds symbols
HIGHEST_MATRIX_POWER = 8  # factors of a power of a matrix
MOST_KINDS_INTEGRATED = 2  # kinds of roots, powers and functions that are integrated together
MOST_BITS = 20_000  # bits of a power of numbers
MOST_OPERATIONS_INVERTED = 500  # operations in a matrix that is inverted by cofactors
MOST_BEFORE = 20  # terms by which a sum begins later than at 0
MOST_ANGLES = 6  # parts of an angle, and multiples of each, that are taken apart
MOST_SHIFTED = 20  # factors that are split from a gamma function
FEW_OCCURRENCES = 2  # times that a name occurs in a term that is differentiated entry by entry
MOST_TERMS_INTEGRATED = 60  # terms of an integrand
MOST_LOGS_INTEGRATED = 2  # logarithms in one factor of an integrand
HIGHEST_INTEGRATED = 12  # power in an integrand
MOST_SWITCHES_INTEGRATED = 40  # places at which an integrand switches; with more it stays whole

# Proofs by components
MOST_TERMS_FACTORED = 60  # terms of a hypothesis that is taken apart
MOST_ROOTS = 4  # roots in a number whose minimal polynomial is found
MOST_TANGENTS = 12  # places of tangents that are tried
MOST_TOGETHER = 4  # unknowns whose matrix of second derivatives is not diagonal
MANY_INVERSES = 4  # inverses and determinants that are too many for components
MOST_POWERS = 4_000_000  # terms of a sum before like ones meet, times unknowns
MOST_TERMS_AGAIN = 200_000  # terms that a row is worth which is proved in index notation as well
MOST_MONOMIALS = 40  # monomials of which squares are made
MOST_TURNING = 4  # symbols in what turns a switch
MOST_TERMS_OF_SIGN = 500  # terms of a polynomial whose factors are looked for
MOST_SWITCHES = 3  # switches that are set one after another
MOST_SQUARES = 2  # squares that are taken one after another
MOST_PARTS = 200  # terms of a sum whose sign is looked for part by part or by squares

# Points
ENOUGH_WITNESSES = 3  # points, each of which takes as long as many others
TRIES_FOR_WITNESSES = 12  # tries of each draw
STEEPEST_ELIMINATED = 2  # degree in an unknown that is eliminated
MOST_TERMS_ELIMINATED = 400  # terms of a polynomial in which unknowns are eliminated
MORE_WITNESSES = 12  # points of hypotheses that are asked as well where all were undefined
POINTS_FOR_ENDS = 8  # points at which the first term of a chain is tried against the last
POINTS_FOR_VALUES = 12  # points at which a row is asked whether it has values at all
MANY_POINTS = 10  # points at the first lengths
FEW_POINTS = 2  # points at each of the others
PAIRS_OF_NUMBERS = 30  # pairs of numbers in the code of programs, tried in turn
TIED_POINTS = 8  # points with equal numbers, for programs
MORE_POINTS = 4  # points that are asked as well where all were undefined
STEEPEST_IN_SIZES = 8  # degree in sizes and letters, for which as many lengths are tried
TIMES_AS_MANY = 4  # times as many points where one can miss what is wrong
ALWAYS_TRIED = 4  # the longest length of a size that is tried of every relation
FARTHEST = 40  # the longest length that is tried beside a number that is written in a relation
LONGEST_OF_SIZES = {1: 40, 2: 12, 3: 6}  # the longest length of each of so many sizes, alone
LONG_EXPONENTS = (7, 8)  # lengths of sizes in exponents that are tried
LONG_LENGTHS = (100, 1000, 10_000, 1_000_000)  # lengths of sizes that are alone in a relation
LONGEST_SUMMED = 100  # the longest of them where something is added up, or with index letters
LONGEST_RAISED = 1000  # the longest of them where something is raised to a power
LONGEST_NEAREST = (5, 10, 40)  # the longest length that replaces one that is not allowed, in turn
GROWING = range(5, 11)  # lengths of sizes in exponents, factorials and the like, beside names
FAR = (20, 40)  # more of them, where all names are numbers
LONGEST_COMPARED = 3  # the longest of two or three lengths that the code of a program may compare
ASSIGNMENTS_SOLVED = 4  # assignments in which hypotheses are solved
SOLVED_ELSEWHERE = 2, 12  # points, and attempts at them, at lengths that are given
SOLVED_HERE = 6, 60  # the same at the first lengths
MOST_OUTCOMES = 64  # outcomes of all sources together
LONGEST_REFUTED = 4  # the longest length of each size at which a counterexample is sought
LONGEST_SLOW = 3  # the same, where equations are solved or derivatives are taken
FEW_PLACES = 12  # values of a relation's free indices
MOST_PLACES = 64  # the same, at the first point
LONGEST_SHOWN = 160  # characters of what is left to show, in a message
MOST_OPERATIONS_FACTORED = 60  # operations of what is factored to be shown
POINTS_ABOVE_ZERO = 40  # points that are tried for a missing sign
ROUNDINGS = 64  # roundings that are allowed for each summed term
RELATIVE_STEP = 2.0**-20  # by which a number is moved, to see how far others move with it
DIGITS = 30  # digits with which a number is compared first
MOST_DIGITS = 300  # digits at most
INTERVAL_BITS = 120  # bits of intervals, enough for nearly every number
MORE_INTERVAL_BITS = 1100  # bits for what is nearly 0
ZERO_BITS = 1000  # a number that may be 0 and is smaller than 2 to the power of minus this is 0
FEW_BITS = 10  # bits, of the 100 that were asked for, which leave a number that may be 0

# Proofs in index notation
LONGEST_FIXED_SUM = 12  # numbers that a sum of a fixed length runs over
MOST_FORMS = 3000  # forms among which the smallest is found
MOST_ARRANGEMENTS = 720  # orders in which a function can take indices that are alike
LARGEST_FACTORED = 10**9  # number of which the prime factors are found
MOST_STEPS = 100_000  # factors of the products that rules are applied to, for one row
MOST_DIAGRAMS = 6000  # diagrams of one polynomial
TRIES_DEFINED = 18  # points at which a denominator is tried
MOST_LABELLINGS_TRIED = 40  # labellings at which it is tried
MOST_CHOICES = 24  # ways to choose letters that an occurrence leaves open
MOST_ROUNDS = 4  # rounds that add multiples of rules; after them a proof counts as not found
MOST_REWRITTEN = 600  # terms that are rewritten
HIGHEST_MULTIPLIED_OUT = 12  # power of a sum that is multiplied out
MOST_FACTORS = 12  # factors of a power to an index, or of a factorial, that are written out
DEEPEST_BOUND = 2  # squares and steps one after another
MOST_SHARED = 4  # factors that are shared out
LONGEST_BOUND = 30  # terms of a polynomial that others may outweigh; a longer one has no sign
MOST_TANGENTS_SUMMED = 8  # ways in which the place of a tangent goes along with the sums around it
MOST_INEQUALITIES = 400  # inequalities of one elimination
SIZES_SOLVED = 8  # sizes at which equations are solved
POINTS_SOLVED = 6  # points at which they are solved
APART = 1e-3  # distance from 0, above the errors of solving, at which a number is not 0
HIGHEST_ORDER = 4  # order of a Taylor expansion
MOST_OUTER_INVERSES = 2  # inverses at the ends of what is to be 0 that are taken away
LONGEST_POINT = 3  # length of each size at points; two more where none of these is allowed
MOST_PLACES_OF_POINT = 60  # lengths, and values of letters at each, at which needs are tried
MOST_LENGTHS_OF_POINTS = 4000  # tuples of lengths among which those for points are looked for
NEWTON_STEPS = 30  # steps of Newton's method
NEWTON_SMALL = 1e-9  # residual at which it has converged
NEWTON_JUMP = 1e4  # slope above which a function is taken to jump, so that it is left out
NEWTON_RANK = 1e-6  # singular value, of the largest, below which a direction is not moved in

# Pages
MOST_READINGS = 4000  # readings of a display that are tried, for the kinds of its names
MOST_SIZES_GUESSED = 600  # and for their sizes
