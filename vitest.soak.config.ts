import { defineConfig } from 'vitest/config'

// What takes too long for every change: `npm run test:soak`.
export default defineConfig({
  test: {
    include: ['**/*.soak.test.ts', 'remote-catalogue/samples/samples.test.ts'],
    exclude: ['**/node_modules/**'],
    environment: 'happy-dom',
    env: { SOAK: '1' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
