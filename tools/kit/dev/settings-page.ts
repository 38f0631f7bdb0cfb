import { inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { devPaths } from './page-script.ts'
import { choices, type DevSettings } from './settings.ts'

/** What the page shows. */
export interface SettingsPage {
  /** Name of the remote. */
  readonly remote: string
  /** Addresses of its pages. */
  readonly pages: readonly string[]
  readonly settings: DevSettings
  /** That the site is unreachable; null: it isn't. */
  readonly notice: string | null
}

const texts: { readonly [Name in keyof DevSettings]: Readonly<Record<DevSettings[Name], string>> } = {
  as: {
    real: 'The account that is signed in to the site in this browser',
    'signed-in': 'Signed in, with a mock account',
    unverified: 'Signed in, with a mock account that is not verified',
    'signed-out': 'Signed out',
  },
  fault: {
    none: 'Load normally',
    slow: 'Are slow: each takes three seconds',
    hanging: 'Hang: no response comes',
    failing: 'Fail with status 503',
  },
}

/** The page on which a developer chooses the visitor and a fault. */
export function renderSettings({ remote, pages, settings, notice }: SettingsPage): string {
  const links = pages
    .map(
      (page) =>
        `<li><a href="${page}">${page}</a> <a href="${toInspected(page)}" aria-label="Inspect ${page}">Inspect</a></li>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Developing ${remote}</title><style>${style}</style></head>
<body><main><h1>Developing ${remote}</h1>
${notice === null ? '' : `<p role="status">${notice}</p>`}
<ul>${links}</ul>
<form method="post" action="${devPaths.settings}">
${renderGroup('Visitor', 'as', settings)}
${renderGroup(`Files of ${remote}`, 'fault', settings)}
<p><button>Apply</button> Open pages reload.</p></form></main></body></html>`
}

/** Each part of the page says which remote and release it is from. */
function toInspected(page: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}${inspectParameter}`
}

function renderGroup(legend: string, name: keyof DevSettings, settings: DevSettings): string {
  const labels: Readonly<Record<string, string>> = texts[name]
  const options = choices[name].map(
    (choice) =>
      `<label><input type="radio" name="${name}" value="${choice}"${settings[name] === choice ? ' checked' : ''}> <span>${labels[choice]} <code>--${name} ${choice}</code></span></label>`,
  )
  return `<fieldset><legend>${legend}</legend>${options.join('\n')}</fieldset>`
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem 1rem 3rem }
main { max-width: 44rem; margin: auto }
h1 { font-size: 1.75rem; line-height: 1.2 }
ul { padding-left: 1.25rem }
li { padding-block: .25rem }
li a + a { margin-left: .75rem; font-size: .8125rem }
fieldset { margin: 1.5rem 0; padding: .5rem 1rem; border: 1px solid GrayText; border-radius: .75rem }
legend { padding: 0 .375rem; font-weight: 600 }
label { display: flex; gap: .625rem; align-items: baseline; padding: .375rem 0 }
label span { flex: 1; display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between }
code { opacity: .75; font-size: .8125rem }
button { padding: .625rem 1.5rem; margin-right: .75rem; font: inherit; font-weight: 600 }
[role=status] { padding: .75rem 1rem; border: 1px solid; border-radius: .75rem }`
