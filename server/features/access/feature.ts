import {
  addRule,
  changeMatrix,
  changeRole,
  endAccess,
  endRule,
  explainRight,
  getMatrix,
  getPerson,
  giveAccess,
  inviteAgain,
  listWithoutAccess,
  restoreAccess,
} from '#contract/access.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { matrixExport, peopleRoutes } from './access.list.ts'
import * as matrix from './change-matrix.ts'
import * as role from './change-role.ts'
import * as ending from './end-access.ts'
import * as explaining from './explain-right.ts'
import * as access from './give-access.ts'
import { findMatrix } from './matrix.queries.ts'
import { findPersonRights } from './person.queries.ts'
import * as rules from './person-rules.ts'
import { roleTask } from './role-task.ts'

const routes: readonly Route[] = [
  serve(getMatrix, findMatrix),
  serve(changeMatrix, matrix.changeMatrix),
  matrixExport,
  ...peopleRoutes,
  serve(getPerson, findPersonRights),
  serve(explainRight, explaining.explainRight),
  serve(changeRole, role.changeRole),
  serve(restoreAccess, role.restoreAccess),
  serve(endAccess, ending.endAccess),
  serve(addRule, rules.addRule),
  serve(endRule, rules.endRule),
  serve(listWithoutAccess, access.findWithoutAccess),
  serve(giveAccess, access.giveAccess),
  serve(inviteAgain, access.inviteAgain),
]

export const feature: Feature = { routes, tasks: [matrix.matrixTask, roleTask, rules.personTask] }
