import * as contract from '#contract/estates.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findEstate, findEstateDestinations } from './estate.queries.ts'
import { printEstatePdf } from './estate-pdf.ts'
import { registerDeath } from './register-death.ts'
import { estateReleaseTask, releaseEstate } from './release-estate.ts'
import { setEstateRecipients } from './set-recipients.ts'
import { setEstateRequirement } from './set-requirement.ts'
import { estateBranch } from './timeline-branch.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getEstate, findEstate),
    buildRoute(contract.registerDeath, registerDeath),
    buildRoute(contract.setEstateRequirement, setEstateRequirement),
    buildRoute(contract.setEstateRecipients, setEstateRecipients),
    buildRoute(contract.getEstateDestinations, findEstateDestinations),
    buildRoute(contract.releaseEstate, releaseEstate),
    buildRoute(contract.printEstate, printEstatePdf),
  ],
  tasks: [estateReleaseTask],
  timeline: [estateBranch],
}
