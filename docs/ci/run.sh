#!/usr/bin/env bash
# Checks an endpoint in a CI job and leaves every report in one folder.
#
#   ENDPOINT     the address of the endpoint; without it the built-in reference is checked
#   CONFORMANCE  how the suite is called (default: npx conformance)
#   PROGRAM      the file of the suite, which node runs; wins over CONFORMANCE
#   OUTPUT       folder of the record and the reports (default: conformance-results)
#   DIALECT      the dialect file of the endpoint (default: the canonical dialect)
#   PROFILE      the requirement profile (default: by protocol)
#   IDENTITIES   credentials of roles, one to a line: author=env:AUTHOR_TOKEN
#   BASELINE     a file with what is known to be broken
#   SHARD        the part of the run that this job is: 1/3
#   SCHEMA_FILE  the schema of the endpoint, so that annotations stand at its lines
#   SUMMARY      one more file for the summary in Markdown, which is report.md in OUTPUT
#   ANNOTATIONS  anything: print annotations for GitHub
#   ARGUMENTS    more options, one word to a line
set -euo pipefail

if [[ -n ${PROGRAM:-} ]]; then command=(node "$PROGRAM"); else read -r -a command <<<"${CONFORMANCE:-npx conformance}"; fi
output=${OUTPUT:-conformance-results}
arguments=(--output "$output" --format terminal,json,html,junit,ctrf,sarif,markdown,conformance-report,badge)

if [[ -n ${SUMMARY:-} ]]; then arguments+=(--format "markdown=$SUMMARY"); fi
if [[ -n ${ANNOTATIONS:-} ]]; then arguments+=(--format github); fi
if [[ -n ${ENDPOINT:-} ]]; then arguments+=(--endpoint "$ENDPOINT"); fi
if [[ -n ${DIALECT:-} ]]; then arguments+=(--dialect "$DIALECT"); fi
if [[ -n ${PROFILE:-} ]]; then arguments+=(--profile "$PROFILE"); fi
if [[ -n ${BASELINE:-} ]]; then arguments+=(--baseline "$BASELINE"); fi
if [[ -n ${SHARD:-} ]]; then arguments+=(--shard "$SHARD"); fi
if [[ -n ${SCHEMA_FILE:-} ]]; then arguments+=(--schema-file "$SCHEMA_FILE"); fi
while IFS= read -r identity; do
  if [[ -n $identity ]]; then arguments+=(--identity "$identity"); fi
done <<<"${IDENTITIES:-}"
while IFS= read -r word; do
  if [[ -n $word ]]; then arguments+=("$word"); fi
done <<<"${ARGUMENTS:-}"

# The exit code is the verdict: 0 conformant, 1 broken, 2 wrong use, 3 not reached, 4 not decided.
exec "${command[@]}" "${arguments[@]}"
