import { devPaths } from './reloads.ts'
import { choices, type DevSettings } from './settings.ts'

const labels = { as: 'Visitor', fault: 'Files of the remote' } as const

/** The page on which a developer chooses the visitor and a fault, with a notice about the site if there is one. */
export function renderSettings(remote: string, settings: DevSettings, notice: string | null): string {
  const groups = (['as', 'fault'] as const).map((name) => {
    const options = choices[name].map(
      (choice) =>
        `<label><input type="radio" name="${name}" value="${choice}"${settings[name] === choice ? ' checked' : ''}> ${choice}</label>`,
    )
    return `<fieldset><legend>${labels[name]}</legend>${options.join(' ')}</fieldset>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Development of ${remote}</title></head><body><main><h1>Development of ${remote}</h1>
${notice === null ? '' : `<p role="status">${notice}</p>`}<p>Open pages reload when you apply a change.</p>
<form method="post" action="${devPaths.settings}">${groups.join('')}<p><button>Apply</button></p></form>
<p><a href="/">Open the site</a></p></main></body></html>`
}
