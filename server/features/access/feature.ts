import {
  addPersonRule,
  changePermissionMatrix,
  changePersonRole,
  endAccess,
  endPersonRule,
  explainRight,
  getPermissionMatrix,
  getPersonRights,
  grantAccess,
  listStaffWithoutAccess,
  resendInvitation,
  restoreAccess,
} from '#contract/access.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { matrixExport, peopleRoutes } from './access.list.ts'
import * as matrix from './change-matrix.ts'
import * as role from './change-role.ts'
import * as ending from './end-access.ts'
import * as explaining from './explain-right.ts'
import * as access from './grant-access.ts'
import { findMatrix } from './permission-matrix.queries.ts'
import { findPersonRights } from './person-rights.queries.ts'
import * as rules from './person-rules.ts'
import { roleTask } from './role-task.ts'

const routes: readonly Route[] = [
  buildRoute(getPermissionMatrix, findMatrix),
  buildRoute(changePermissionMatrix, matrix.changePermissionMatrix),
  matrixExport,
  ...peopleRoutes,
  buildRoute(getPersonRights, findPersonRights),
  buildRoute(explainRight, explaining.explainRight),
  buildRoute(changePersonRole, role.changeRole),
  buildRoute(restoreAccess, role.restoreAccess),
  buildRoute(endAccess, ending.endAccess),
  buildRoute(addPersonRule, rules.addPersonRule),
  buildRoute(endPersonRule, rules.proposeRuleEnding),
  buildRoute(listStaffWithoutAccess, access.findStaffWithoutAccess),
  buildRoute(grantAccess, access.grantAccess),
  buildRoute(resendInvitation, access.resendInvitation),
]

export const feature: Feature = { routes, tasks: [matrix.permissionMatrixTask, roleTask, rules.personRuleTask] }
