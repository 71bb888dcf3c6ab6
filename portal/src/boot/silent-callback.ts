// Runs in the hidden frame of a silent renewal: hands the provider's answer to the page around it. This is the
// message that oidc-client-ts waits for; its whole library is not needed to send it.
parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
