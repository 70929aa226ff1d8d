#!/usr/bin/env bash
exec tools/lint_kernels.sh "$1"
