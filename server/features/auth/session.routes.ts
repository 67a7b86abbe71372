import * as demo from '#contract/auth/demo.ts'
import * as drafts from '#contract/auth/drafts.ts'
import * as views from '#contract/auth/staff-view.ts'
import * as contract from '#contract/auth.ts'
import * as preferences from '#contract/personal-area/preferences.ts'
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
  buildPublicRoute(contract.login, signIn),
  buildPublicRoute(demo.getDemoSignIns, async (_, { deps: { signIns } }) => ({
    demo: signIns.length > 0,
    signIns: [...signIns],
  })),
  buildPublicRoute(contract.getMaintenanceStatus, findMaintenanceStatus),
  buildRoute(contract.getSession, findSession),
  buildRoute(contract.signOut, signOut),
  buildRoute(contract.lockSession, lockSession),
  buildRoute(contract.unlockSession, unlockSession),
  buildRoute(contract.sendHeartbeat, recordHeartbeat),
  buildRoute(contract.switchPrefix, switchPrefix),
  buildRoute(views.listStaffViews, findStaffViews),
  buildRoute(views.enterStaffView, enterStaffView),
  buildRoute(views.leaveStaffView, leaveStaffView),
  buildRoute(contract.listSessions, findSessions),
  buildRoute(contract.endOtherSession, endOtherSession),
  buildRoute(preferences.setPreferences, setPreferences),
  buildRoute(drafts.getFormDraft, findDraft),
  buildRoute(drafts.saveFormDraft, saveFormDraft),
  buildRoute(drafts.deleteFormDraft, deleteFormDraft),
  buildRoute(contract.auditNavigation, recordNavigation),
]
