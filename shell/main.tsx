import './layout/styles/tokens.css'
import './layout/styles/font.css'
import './layout/styles/base.css'
import { runInTask } from '@portico/shared/yield-to-main.ts'

void takeUp()

// All of it is in one file, but what is large is taken up in tasks of its own: between them the browser paints what
// the server has rendered, and answers the visitor. The exports are named, or all of a package would be in the file.
async function takeUp(): Promise<void> {
  await runInTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["RouterProvider"] */ 'react-router/dom'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["startFederation"] */ './remotes/federation.ts'),
  )
  await runInTask(
    () => import(/* webpackMode: "eager", webpackExports: ["readPageData"] */ './boot/read-page-data.ts'),
  )
  await runInTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createSessionStore"] */ './session/session-store.ts'),
  )
  const { start } = await runInTask(() => import(/* webpackMode: "eager" */ './boot/start.tsx'))
  await start()
}
