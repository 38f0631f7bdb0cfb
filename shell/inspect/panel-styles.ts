/** Styles of the inspector, in a shadow root: those of the page do not apply to it. The site's tokens do. */
export const panelStyles = `
:host { color-scheme: inherit; }
* { box-sizing: border-box; margin: 0; }
.panel {
  position: fixed;
  inset-block-end: calc(var(--banner-height, 0px) + var(--space-3));
  inset-inline-end: var(--space-3);
  z-index: 10;
  inline-size: min(26rem, 100vi - 2 * var(--space-3));
  max-block-size: min(60dvb, 100dvb - var(--banner-height, 0px) - 2 * var(--space-3));
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: var(--space-2) var(--space-3);
  border: 1px solid var(--color-line);
  border-radius: var(--radius-m);
  background: var(--color-raised);
  box-shadow: var(--shadow-2);
  color: var(--color-text);
  font: var(--text-s) / 1.45 var(--font-sans);
  overflow-wrap: anywhere;
}
.top { display: flex; align-items: center; gap: var(--space-2); }
.top h2 { flex: 1; font-size: var(--text-m); }
button {
  min-block-size: 2.75rem;
  padding: 0 var(--space-2);
  border: 0;
  border-radius: var(--radius-s);
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
.top button { color: var(--color-muted); }
button:hover { color: var(--color-accent); }
button:focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px; }
ul { padding: 0; list-style: none; }
li { padding-block: var(--space-1) var(--space-2); border-block-start: 1px solid var(--color-line); }
.show { padding: 0; color: var(--color-accent); font-weight: 600; text-decoration: underline; text-underline-offset: 3px; }
.show[aria-pressed="true"] { text-decoration-thickness: 3px; }
h3 { padding-block: var(--space-3) var(--space-1); font-size: var(--text-s); }
code { font-family: var(--font-mono); font-size: var(--text-xs); }
.why { color: var(--color-muted); }
.arm { color: var(--color-text); font-weight: 600; }
.outline {
  position: fixed;
  z-index: 9;
  border: 3px solid var(--color-accent);
  border-radius: var(--radius-s);
  pointer-events: none;
}
[hidden] { display: none; }
`
