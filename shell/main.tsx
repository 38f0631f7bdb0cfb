import './tokens/tokens.css'
import './tokens/font.css'
import './tokens/base.css'
import { inOwnTask } from './own-task.ts'

void takeUp()

// All of it is in one file, but what is large is taken up in tasks of its own: between them the browser paints what
// the server has rendered, and answers the visitor. The exports are named, or all of a package would be in the file.
async function takeUp(): Promise<void> {
  await inOwnTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
  )
  await inOwnTask(
    () => import(/* webpackMode: "eager", webpackExports: ["RouterProvider"] */ 'react-router/dom'),
  )
  await inOwnTask(
    () => import(/* webpackMode: "eager", webpackExports: ["startFederation"] */ './remotes/federation.ts'),
  )
  await inOwnTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["readPageData"] */ './page-data/read-page-data.ts'),
  )
  await inOwnTask(
    () =>
      import(/* webpackMode: "eager", webpackExports: ["createSessionStore"] */ './session/session-store.ts'),
  )
  const { start } = await inOwnTask(() => import(/* webpackMode: "eager" */ './start.tsx'))
  await start()
}
