import * as moves from '#contract/staff/moves.ts'
import * as contract from '#contract/staff.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeEmployee } from './change-employee.ts'
import { createEmployee } from './create-employee.ts'
import { staffTile } from './day-tile.ts'
import { findEmployee } from './employee.queries.ts'
import { cancelMove, moveEmployee } from './move-employee.ts'
import { officeMoveTask } from './office-move-task.ts'
import { revealEmployeeSecrets } from './reveal-secrets.ts'
import { salaryAccountTask } from './salary-account-task.ts'
import { employeeSearch } from './search-source.ts'
import { staffJobs } from './staff.jobs.ts'
import { staffRoutes } from './staff.list.ts'
import { findStaffOptions } from './staff.queries.ts'
import { staffMoveTask } from './staff-move-task.ts'
import { cancelTermination, terminateEmployee } from './terminate-employee.ts'

const routes: readonly Route[] = [
  ...staffRoutes,
  buildRoute(contract.getStaffOptions, findStaffOptions),
  buildRoute(contract.createEmployee, createEmployee),
  buildRoute(contract.getEmployee, findEmployee),
  buildRoute(contract.changeEmployee, changeEmployee),
  buildRoute(contract.revealEmployeeSensitiveData, revealEmployeeSecrets),
  buildRoute(moves.moveEmployee, moveEmployee),
  buildRoute(moves.cancelEmployeeMove, cancelMove),
  buildRoute(moves.terminateEmployee, terminateEmployee),
  buildRoute(moves.cancelTermination, cancelTermination),
]

export const feature: Feature = {
  routes,
  tasks: [salaryAccountTask, staffMoveTask, officeMoveTask],
  jobs: staffJobs,
  searches: [employeeSearch],
  dayTiles: [staffTile],
}
