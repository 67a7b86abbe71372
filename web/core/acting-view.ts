import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { runSessionEndListeners } from './before-session-end.ts'
import { callEndpoint } from './call.ts'
import { writeStored } from './local-storage.ts'
import { reloadPage, setTabSession } from './tab-session.ts'

/** Nothing that was shown in the view before stays in memory: this page begins again, and those of the other tabs. */
const reloadAfterViewSwitch = async (): Promise<never> => {
  setTabSession(null)
  writeStored('signal', { kind: 'view', at: Date.now() })
  reloadPage()
  return new Promise(() => {})
}

/** Works on in the view of that CVL. What was typed is kept first; the promise only ends by a CallError. */
export const startActingView = async (cvl: string): Promise<never> => {
  await runSessionEndListeners()
  await callEndpoint(enterStaffView, { body: { cvl } })
  return reloadAfterViewSwitch()
}

/** Back to the person's own view, likewise. */
export const endActingView = async (): Promise<never> => {
  await runSessionEndListeners()
  await callEndpoint(leaveStaffView, {})
  return reloadAfterViewSwitch()
}
