#!/usr/bin/env node
import { isSupportedNode } from './supported-node.ts'

// An older Node can't load the program. This module and its import run on any.
if (isSupportedNode(process.versions.node)) await import('./run-portico.ts')
else {
  console.error(
    `Expected Node 20.19, or 22.12 or later, got ${process.versions.node}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
}
