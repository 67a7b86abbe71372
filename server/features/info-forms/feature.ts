import * as contract from '#contract/info-forms.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildPublicRoute, buildRoute } from '#server/core/routes.ts'
import { findInfoForm } from './info-form.queries.ts'
import { sendInfoFormPdf } from './info-form-pdf.ts'
import { answerFormLink, readFormLink } from './public-info-forms.ts'
import { acceptInfoFormAnswers, storeInfoForm } from './save-info-form.ts'
import { mailInfoForm, withdrawSentInfoForm } from './send-info-form.ts'
import { infoFormBranches } from './timeline-branch.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getInfoForm, findInfoForm),
    buildRoute(contract.saveInfoForm, storeInfoForm),
    buildRoute(contract.sendInfoForm, mailInfoForm),
    buildRoute(contract.withdrawInfoForm, withdrawSentInfoForm),
    buildRoute(contract.reviewInfoForm, acceptInfoFormAnswers),
    buildRoute(contract.printInfoForm, sendInfoFormPdf),
    buildPublicRoute(contract.readInfoForm, readFormLink),
    buildPublicRoute(contract.answerInfoForm, answerFormLink),
  ],
  timeline: infoFormBranches,
}
