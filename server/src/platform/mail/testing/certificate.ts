// Made for tests, once, for a hundred years: `openssl req -x509 -newkey ec …`, for the name localhost. It guards nothing.

/** The certificate of the tests' mail server, PEM. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUM8srTmqxje2Up17YEqnH1wAs4Z0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJaW1hcC50ZXN0MCAXDTI2MTEyMTEwMDgwOVoYDzIxMjYxMDI4
MTAwODA5WjAUMRIwEAYDVQQDDAlpbWFwLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARRJ4kbnydAeuPs5k6E8h/APfCjyFVLocWnS3+Z5Da4ShHkWqVVFlYb
Ctp3+sykOxT7GRuU/9SaH0FaaTnsdyOgo2kwZzAdBgNVHQ4EFgQUbmoOvIRJ562y
13Iek2fJddM/8ygwHwYDVR0jBBgwFoAUbmoOvIRJ562y13Iek2fJddM/8ygwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgS7B+n8Q3H/Ez8n1Q6x5nruBJYMyUq67iyuZTDXaMOp0CIQCLS5o5NeLx
Zs3GqxemPEU9D/uN+q3a0AQ0CQU5EB0VVA==
-----END CERTIFICATE-----
`;

/** Its key, PEM. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCpuZeJV7qLM5pcCQ
KvYCSNwMb7VWuKsJHUKzHVxWfe6hRANCAARRJ4kbnydAeuPs5k6E8h/APfCjyFVL
ocWnS3+Z5Da4ShHkWqVVFlYbCtp3+sykOxT7GRuU/9SaH0FaaTnsdyOg
-----END PRIVATE KEY-----
`;
