"""`python -m bench.fast [GAME …]`: the compiled engines beside their peers."""

from bench.fast import main

if __name__ == "__main__":
    main()
