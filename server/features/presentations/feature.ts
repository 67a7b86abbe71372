import * as contract from '#contract/presentations.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { calculateStudy } from '#server/domain/product-studies.ts'
import { beginPresentation, storePresentation } from './change-presentation.ts'
import { mailVersion } from './mail-version.ts'
import { makeVersion } from './make-version.ts'
import { changeTemplate, findTemplateSettings } from './presentation-template.ts'
import { findPresentation, findPresentations } from './presentations.queries.ts'
import { printVersion, sendSlides } from './send-version.ts'
import { presentationBranches } from './timeline-branches.ts'

const routes: readonly Route[] = [
  buildRoute(contract.listPresentations, findPresentations),
  buildRoute(contract.getPresentation, findPresentation),
  buildRoute(contract.createPresentation, beginPresentation),
  buildRoute(contract.changePresentation, storePresentation),
  buildRoute(contract.projectProposal, async (ctx, { body }) => {
    const startsOn = body.startsOn ?? ctx.businessDate
    const { variants } = await calculateStudy(ctx, { startsOn, variants: body.accounts })
    return { startsOn, accounts: variants }
  }),
  buildRoute(contract.makePresentationVersion, makeVersion),
  buildRoute(contract.printPresentation, printVersion),
  buildRoute(contract.exportPresentationSlides, sendSlides),
  buildRoute(contract.sendPresentation, mailVersion),
  buildRoute(contract.getPresentationTemplate, findTemplateSettings),
  buildRoute(contract.changePresentationTemplate, changeTemplate),
]

export const feature: Feature = { routes, timeline: presentationBranches }
