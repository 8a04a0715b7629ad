#!/usr/bin/env bash
# The gate of a pull request: its branch may not break a requirement that the target branch fulfills.
# Usage: gate.sh BEFORE AFTER, the folders of the two checkouts.
set -euo pipefail
before=$1 after=$2

# Starts the server of a checkout, checks it, and stops it. The first line that the server prints ends with its address.
check() {
  local checkout=$1 output=$2
  shift 2
  exec 3< <(cd "$checkout" && exec node server.mjs)
  local server=$! line code=0
  read -r line <&3
  npx conformance --endpoint "${line##* }" --dialect "$checkout/printers.yaml" --timeout 60 \
    --only 'concurrency.*' 'isolation.*' --skip 'histories/*' 'properties/*' --seed 1 \
    --output "$output" --baseline baseline.yaml "$@" || code=$?
  kill "$server"
  return "$code"
}

# Once, and whenever the target branch changes: write its known failures to the baseline. Here there are none.
check "$before" results/before --update-baseline --quiet

# For the pull request: fail for new failures, with an annotation at the operation in the schema.
code=0
check "$after" results/after --schema-file "$after/schema.graphql" --format github || code=$?

# Print the differences and their causes, for a comment on the pull request.
npx conformance diff results/before results/after --format markdown || true
exit "$code"
