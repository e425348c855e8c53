# What make sets for its commands, for a shell in the folder of the book: . tools/environment.sh
# The same bits at every run: order of sets, threads of BLAS, dates in figures.
export PYTHONHASHSEED=0 OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 SOURCE_DATE_EPOCH=0
unset MPLBACKEND
# The folder of stored verdicts; with TEXPROOF_VERDICTS=off every statement is decided anew.
export TEXPROOF_VERDICTS="${TEXPROOF_VERDICTS-$PWD/.cache/verdicts}"
# A home that cannot be written is none: Matplotlib keeps its list of fonts here.
export MPLCONFIGDIR="$PWD/.venv/matplotlib"
export PATH="$PWD/.venv/bin:$PATH"
