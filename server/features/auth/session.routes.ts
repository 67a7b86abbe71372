import { getDemoSignIns } from '#contract/auth/demo.ts'
import {
  auditNavigation as auditingNavigation,
  sendHeartbeat as beating,
  deleteFormDraft as droppingDraft,
  endOtherSession as endingOther,
  getFormDraft,
  getMaintenanceStatus,
  getSession,
  saveFormDraft as keepingDraft,
  leaveStaffView as leavingView,
  listSessions,
  listStaffViews,
  lockSession as locking,
  login,
  signOut as signingOut,
  switchPrefix as switchingPrefix,
  enterStaffView as takingView,
  unlockSession as unlocking,
} from '#contract/auth.ts'
import { setPreferences as settingPreferences } from '#contract/personal-area/preferences.ts'
import { buildPublicRoute, buildRoute, type Route } from '#server/core/routes.ts'
import { recordNavigation } from './audit-navigation.ts'
import { deleteFormDraft } from './delete-form-draft.ts'
import { endOtherSession } from './end-other-session.ts'
import { recordHeartbeat } from './heartbeat.ts'
import { lockSession } from './lock-session.ts'
import { saveFormDraft } from './save-form-draft.ts'
import { findDraft, findMaintenanceStatus, findSession, findSessions } from './session.queries.ts'
import { setPreferences } from './set-preferences.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { enterStaffView, findStaffViews, leaveStaffView } from './staff-view.ts'
import { switchPrefix } from './switch-prefix.ts'
import { unlockSession } from './unlock-session.ts'

export const sessionRoutes: readonly Route[] = [
  buildPublicRoute(login, signIn),
  buildPublicRoute(getDemoSignIns, async (_, { serving: { signIns } }) => ({
    demo: signIns.length > 0,
    signIns: [...signIns],
  })),
  buildPublicRoute(getMaintenanceStatus, findMaintenanceStatus),
  buildRoute(getSession, findSession),
  buildRoute(signingOut, signOut),
  buildRoute(locking, lockSession),
  buildRoute(unlocking, unlockSession),
  buildRoute(beating, recordHeartbeat),
  buildRoute(switchingPrefix, switchPrefix),
  buildRoute(listStaffViews, findStaffViews),
  buildRoute(takingView, enterStaffView),
  buildRoute(leavingView, leaveStaffView),
  buildRoute(listSessions, findSessions),
  buildRoute(endingOther, endOtherSession),
  buildRoute(settingPreferences, setPreferences),
  buildRoute(getFormDraft, findDraft),
  buildRoute(keepingDraft, saveFormDraft),
  buildRoute(droppingDraft, deleteFormDraft),
  buildRoute(auditingNavigation, recordNavigation),
]
