# Builds the packages of the clients from nothing, as a stranger would, and beside each an app that is the listing of its
# README. deploy/test sources this file. The network is not needed: git fetches from this machine's files alone.
# shellcheck shell=bash
# shellcheck disable=SC2154  # repository and test_options come from the script that sources this file

clients=$repository/.build-clients
client_options=()

build_clients() {
    # What swift-crypto was compiled to stays, because that takes two minutes. The rest is made anew.
    rm -rf "$clients"/{packages,apps,configuration,cache,scratch/verifyd-auth-swift}
    deploy/client-packages "$clients/packages" && mirror_swift_crypto &&
        build_client verifyd-auth-swift VerifydAuth &&
        build_client verifyd-client-swift VerifydClient swift-asn1 swift-crypto
}

# The sources that the main build has fetched stand in for their servers. A link gives each its own name, which the
# packages call it by.
mirror_swift_crypto() {
    local name mirrors=$clients/configuration/mirrors
    mkdir -p "$mirrors"
    for name in swift-crypto swift-asn1; do
        ln -s "$(echo "$repository/.build/repositories/$name"-[0-9a-f]*)" "$mirrors/$name"
    done
    jq -n --arg mirrors "file://$mirrors" '{version: 1, object: [
        {original: "https://github.com/apple/swift-crypto", mirror: "\($mirrors)/swift-crypto"},
        {original: "https://github.com/apple/swift-asn1.git", mirror: "\($mirrors)/swift-asn1"}
    ]}' >"$clients/configuration/mirrors.json"
}

# Names the package, its product, and what it may depend on.
build_client() {
    local name=$1 product=$2 app=$clients/apps/app-of-$1
    shift 2
    use_client "$clients/packages/$name" "$name"
    build_offline || return 1
    write_app "$app" "$name" "$product"
    use_client "$app" "$name"
    check_dependencies "$name" "$@" && build_offline
}

use_client() {
    client_options=(
        --package-path "$1" --scratch-path "$clients/scratch/$2" --config-path "$clients/configuration"
        --cache-path "$clients/cache"
    )
}

build_offline() { GIT_ALLOW_PROTOCOL=file swift build --build-tests "${client_options[@]}"; }

write_app() {
    local app=$1 name=$2 product=$3
    mkdir -p "$app/Sources/App"
    sed -n '/^```swift$/,/^```$/{/^```/!p}' "$clients/packages/$name/README.md" >"$app/Sources/App/main.swift"
    cat >"$app/Package.swift" <<END
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "app", platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    dependencies: [.package(path: "../../packages/$name")],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "$product", package: "$name")])
    ])
END
}

check_dependencies() {
    local seen
    seen=$(GIT_ALLOW_PROTOCOL=file swift package "${client_options[@]}" show-dependencies --format json |
        jq -r '[.dependencies | .. | objects | .identity] | unique | join(" ")') || return 1
    if [[ $seen != $(printf '%s\n' "$@" | sort | paste -sd ' ') ]]; then
        echo "An app that depends on $1 resolves $seen"
        return 1
    fi
}

test_clients() {
    local name test_options
    for name in verifyd-auth-swift verifyd-client-swift; do
        use_client "$clients/packages/$name" "$name"
        test_options=("${client_options[@]}")
        GIT_ALLOW_PROTOCOL=file run_tests "$name" || return 1
    done
}
