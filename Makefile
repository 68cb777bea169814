# Thin: every recipe is one dev.py command.
.PHONY: run setup test lint bench lock
run setup test lint bench lock:
	python3 dev.py $@
