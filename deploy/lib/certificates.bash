# A certificate authority and a certificate for `localhost`, for tests of TLS. deploy/services sources this file.
# shellcheck shell=bash

# Makes both when the certificate is missing or ends within a week. Servers read them only when they start.
renew_certificates() {
    local tls=$VERIFYD_LOCAL/tls
    if openssl x509 -in "$tls/server.pem" -noout -checkend 604800 >/dev/null 2>&1; then return; fi
    mkdir -p "$tls"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 \
        -subj "/CN=verifyd development authority" -addext keyUsage=critical,keyCertSign,cRLSign \
        -keyout "$tls/authority.key" -out "$tls/authority.pem" 2>"$tls/openssl.log" || fail "see $tls/openssl.log"
    # The certificate is for the name and not for the address: a client that connects to 127.0.0.1 must refuse it.
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \
        -keyout "$tls/server.key" 2>>"$tls/openssl.log" |
        openssl x509 -req -days 365 -CA "$tls/authority.pem" -CAkey "$tls/authority.key" -CAcreateserial \
            -extfile <(printf 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n') \
            -out "$tls/server.pem" 2>>"$tls/openssl.log" || fail "see $tls/openssl.log"
}
