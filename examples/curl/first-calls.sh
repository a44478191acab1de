#!/usr/bin/env bash
# Find a place, get its polygon, count points in it, and draw an area from words.
#
#     METES_URL=http://localhost:8080 METES_API_KEY=mts_… ./first-calls.sh
set -euo pipefail
: "${METES_URL:=http://localhost:8080}" "${METES_API_KEY:?a key of the account}"

call() { curl --silent --show-error --fail-with-body -H "Authorization: Bearer $METES_API_KEY" "$@"; }

echo '— Luxembourg, by its German name:'
call --get "$METES_URL/v1/boundaries/search" --data-urlencode 'q=Luxemburg' -d kind=country -d limit=1

echo; echo '— Its polygon, as a file:'
call "$METES_URL/v1/boundaries/iso:LU?detail=low" --output luxembourg.geojson
wc -c luxembourg.geojson

echo '— Which of two cities lie in it:'
call "$METES_URL/v1/boundaries/iso:LU/contains" --json '{"points":[[6.13,49.61],[4.35,50.85]]}'

echo; echo '— An area from words. The key of the call makes it safe to repeat:'
call "$METES_URL/v1/areas" -H "Idempotency-Key: $(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)" \
  --json '{"text":"Benelux without Luxembourg","detail":"low"}' --output area.geojson
wc -c area.geojson
