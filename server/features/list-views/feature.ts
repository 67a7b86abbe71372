import * as contract from '#contract/list-views.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { orderListViews, setDefaultListView } from './choose-list-view.ts'
import { changeListView, createListView, removeListView, restoreListView } from './keep-list-view.ts'
import { findListView, findListViews } from './list-view.queries.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getListViews, findListViews),
    buildRoute(contract.orderListViews, orderListViews),
    buildRoute(contract.setDefaultListView, setDefaultListView),
    buildRoute(contract.getListView, findListView),
    buildRoute(contract.createListView, createListView),
    buildRoute(contract.changeListView, changeListView),
    buildRoute(contract.removeListView, removeListView),
    buildRoute(contract.restoreListView, restoreListView),
  ],
}
