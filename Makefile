# Every target runs the dev.py command of the same name.
.PHONY: run setup test lint bench lock
run setup test lint bench lock:
	python3 dev.py $@
