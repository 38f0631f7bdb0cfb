import type { Locator, Page } from '@playwright/test'

/** What a visitor has done with one control. */
interface ControlState {
  readonly name: string
  readonly value: string
  readonly isChecked: boolean
  readonly isOpen: boolean
  readonly hasFocus: boolean
  /** Of the control with the focus; null: another one. */
  readonly selection: readonly [number | null, number | null] | null
  /** Whether it is the element that the visitor used. */
  readonly isSame: boolean
}

const texts = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=submit]), textarea'

/**
 * What a visitor can use without a script, and how. A search may replace everything else, so it has a visit of its own, and
 * a row has a form that hydration replaces: see instant-rows.spec.ts.
 */
export const kindsOfControls = {
  controls: {
    selector: 'input:not([type=search], [type=hidden]), textarea, select, details:not([name=entry])',
    async use(part: Locator) {
      await useDetails(part)
      await useControls(part)
    },
  },
  search: { selector: '[type=search]', use: typeInto },
} as const

/** Fills in, chooses and checks something in every visible form control inside `part`; the last text keeps the focus. */
async function useControls(part: Locator): Promise<void> {
  for (const box of await part.locator('[type=checkbox], [type=radio]').filter({ visible: true }).all())
    await box.click()
  for (const select of await part.locator('select').filter({ visible: true }).all()) {
    const last = await select.locator('option').last().getAttribute('value')
    await select.selectOption(last ?? '')
  }
  await typeInto(part, `:is(${texts}):not([type=search])`)
}

/** Types into every text inside `part`, and selects a part of it. */
async function typeInto(part: Locator, selector = '[type=search]'): Promise<void> {
  const { keyboard } = part.page()
  for (const text of await part.locator(selector).filter({ visible: true }).all()) {
    await text.click()
    await keyboard.press('End')
    await keyboard.type('e42')
    await keyboard.press('ArrowLeft')
    await keyboard.press('Shift+ArrowLeft')
  }
}

/** Opens or closes every `details` inside `part`. */
async function useDetails(part: Locator): Promise<void> {
  for (const summary of await part
    .locator('details:not([name=entry]) > summary')
    .filter({ visible: true })
    .all())
    await summary.click()
}

/** Reads the state of the visible controls in the main part of the page, and remembers the elements at the first call. */
export function readControls(page: Page, selector: string): Promise<ControlState[]> {
  return page.evaluate((selector) => {
    const isFirst = !Reflect.has(window, 'usedControls')
    const found = [...document.querySelectorAll(`main :is(${selector})`)].filter((control) =>
      control.checkVisibility(),
    )
    if (isFirst) Reflect.set(window, 'usedControls', new Set(found))
    const used: Set<Element> = Reflect.get(window, 'usedControls')
    return found.map((control) => {
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      const isDetails = control instanceof HTMLDetailsElement
      return {
        name: `${control.localName} ${control.getAttribute('name') ?? control.id}`,
        value: isText || control instanceof HTMLSelectElement ? control.value : '',
        isChecked: control instanceof HTMLInputElement && control.checked,
        isOpen: isDetails && control.open,
        hasFocus:
          control === document.activeElement || (isDetails && control.contains(document.activeElement)),
        selection:
          isText && control === document.activeElement
            ? ([control.selectionStart, control.selectionEnd] as const)
            : null,
        isSame: used.has(control),
      }
    })
  }, selector)
}
