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
