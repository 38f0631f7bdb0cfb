import { startInspector } from './inspector.ts'

// A script of its own, which the server adds to a page with `?inspect` and to those of a development session.
startInspector(document, document.currentScript)
