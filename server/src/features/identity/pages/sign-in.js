// The pages work without this script.

// Who chose a language here wants it in the portal too, which remembers it under this name.
if (new URLSearchParams(location.search).has('lang')) {
  localStorage.setItem('balie.language', document.documentElement.lang);
}

// Shows and hides passwords.
for (const button of document.querySelectorAll('button.eye')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const names = { show: button.getAttribute('aria-label'), hide: button.dataset.hide };
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = field.type === 'password';
    field.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
    button.title = isShown ? names.hide : names.show;
    field.focus();
  });
  // What was shown must not go into the browser's memory of typed texts.
  field.form.addEventListener('submit', () => {
    field.type = 'password';
  });
}

// Asks the browser for a passkey. Where it has none of its own, the button does not appear.
for (const form of document.querySelectorAll('form.passkey')) {
  if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === undefined) continue;
  const { challenge, own, related, credentials } = form.dataset;
  const field = form.elements.namedItem('passkey');
  const refused = form.querySelector('[role=alert]');
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return;
    event.preventDefault();
    refused.hidden = true;
    ask().catch(() => (refused.hidden = false));
  });
  const ask = async () => {
    const can = (await PublicKeyCredential.getClientCapabilities?.()) ?? {};
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge,
      rpId: related !== '' && (related === own || can.relatedOrigins) ? related : own,
      userVerification: 'required',
      allowCredentials: credentials
        .split(' ')
        .filter(Boolean)
        .map((id) => ({ id, type: 'public-key' })),
    });
    const shown = await navigator.credentials.get({ publicKey });
    field.value = JSON.stringify(shown);
    form.requestSubmit();
  };
}
