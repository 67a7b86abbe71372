import * as contract from '#contract/access.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { matrixExport, peopleRoutes } from './access.list.ts'
import { changePermissionMatrix, permissionMatrixTask } from './change-matrix.ts'
import { changeRole, restoreAccess } from './change-role.ts'
import { endAccess } from './end-access.ts'
import { explainRight } from './explain-right.ts'
import { findStaffWithoutAccess, grantAccess, resendInvitation } from './grant-access.ts'
import { findMatrix } from './permission-matrix.queries.ts'
import { findPersonRights } from './person-rights.queries.ts'
import { addPersonRule, personRuleTask, proposeRuleEnding } from './person-rules.ts'
import { roleTask } from './role-task.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getPermissionMatrix, findMatrix),
  buildRoute(contract.changePermissionMatrix, changePermissionMatrix),
  matrixExport,
  ...peopleRoutes,
  buildRoute(contract.getPersonRights, findPersonRights),
  buildRoute(contract.explainRight, explainRight),
  buildRoute(contract.changePersonRole, changeRole),
  buildRoute(contract.restoreAccess, restoreAccess),
  buildRoute(contract.endAccess, endAccess),
  buildRoute(contract.addPersonRule, addPersonRule),
  buildRoute(contract.endPersonRule, proposeRuleEnding),
  buildRoute(contract.listStaffWithoutAccess, findStaffWithoutAccess),
  buildRoute(contract.grantAccess, grantAccess),
  buildRoute(contract.resendInvitation, resendInvitation),
]

export const feature: Feature = { routes, tasks: [permissionMatrixTask, roleTask, personRuleTask] }
