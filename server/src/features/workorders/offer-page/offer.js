// Has the server add up again whenever an option is ticked. Without this script a button does the same.
const form = document.querySelector('form[data-calculate]');
const button = form?.querySelector('button[data-calculate]');
const sums = document.getElementById('sums');
const options = [...(form?.querySelectorAll('[data-option]') ?? [])];
let latest = 0;

async function calculate() {
  latest += 1;
  const own = latest;
  sums.setAttribute('aria-busy', 'true');
  try {
    const reply = await fetch(button.formAction, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    if (own !== latest) return;
    // Answered or withdrawn meanwhile: the page says so.
    if (!reply.ok || !page.querySelector('form[data-calculate]')) throw new Error('no sums');
    sums.replaceChildren(...page.getElementById('sums').childNodes);
    button.hidden = true;
  } catch {
    if (own === latest) button.hidden = false;
  }
  if (own === latest) sums.removeAttribute('aria-busy');
}

if (button && sums) {
  button.hidden = true;
  for (const option of options) option.addEventListener('change', () => void calculate());
  // A browser may restore what was ticked.
  addEventListener('pageshow', () => {
    if (options.some((option) => option.checked !== option.defaultChecked)) void calculate();
  });
}
