import { getDemo } from '#contract/auth/demo.ts'
import {
  auditNavigation as auditingNavigation,
  heartbeat as beating,
  dropDraft as droppingDraft,
  endOtherSession as endingOther,
  getDraft,
  getSession,
  getStatus,
  keepDraft as keepingDraft,
  leaveView as leavingView,
  listSessions,
  listViews,
  lock as locking,
  login,
  signOut as signingOut,
  switchPrefix as switchingPrefix,
  takeView as takingView,
  unlock as unlocking,
} from '#contract/auth.ts'
import { setPreferences as settingPreferences } from '#contract/personal-area/preferences.ts'
import { type Route, serve, serveAnybody } from '#server/core/serve.ts'
import { auditNavigation } from './audit-navigation.ts'
import { dropDraft } from './drop-draft.ts'
import { endOtherSession } from './end-other-session.ts'
import { heartbeat } from './heartbeat.ts'
import { keepDraft } from './keep-draft.ts'
import { lock } from './lock.ts'
import { findDraft, findSession, findSessions, findStatus } from './session.queries.ts'
import { setPreferences } from './set-preferences.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { switchPrefix } from './switch-prefix.ts'
import { unlock } from './unlock.ts'
import { findViews, leaveView, takeView } from './view.ts'

export const sessionRoutes: readonly Route[] = [
  serveAnybody(login, signIn),
  serveAnybody(getDemo, async (_, { serving: { signIns } }) => ({ demo: signIns.length > 0, signIns: [...signIns] })),
  serveAnybody(getStatus, findStatus),
  serve(getSession, findSession),
  serve(signingOut, signOut),
  serve(locking, lock),
  serve(unlocking, unlock),
  serve(beating, heartbeat),
  serve(switchingPrefix, switchPrefix),
  serve(listViews, findViews),
  serve(takingView, takeView),
  serve(leavingView, leaveView),
  serve(listSessions, findSessions),
  serve(endingOther, endOtherSession),
  serve(settingPreferences, setPreferences),
  serve(getDraft, findDraft),
  serve(keepingDraft, keepDraft),
  serve(droppingDraft, dropDraft),
  serve(auditingNavigation, auditNavigation),
]
