import { leaveView as leaveCall, takeView as takeCall } from '#contract/auth.ts'
import { call } from './call.ts'
import { part } from './parting.ts'
import { writeStored } from './stored.ts'
import { believe, startAgain } from './tabs.ts'

/** Nothing that was shown in the view before stays in memory: this page begins again, and those of the other tabs. */
const beginAgain = async (): Promise<never> => {
  believe(null)
  writeStored('signal', { kind: 'view', at: Date.now() })
  startAgain()
  return new Promise(() => {})
}

/** Works on in the view of that CVL. What was typed is kept first; the promise only ends by a CallError. */
export const takeView = async (cvl: string): Promise<never> => {
  await part()
  await call(takeCall, { body: { cvl } })
  return beginAgain()
}

/** Back to the person's own view, likewise. */
export const leaveView = async (): Promise<never> => {
  await part()
  await call(leaveCall, {})
  return beginAgain()
}
