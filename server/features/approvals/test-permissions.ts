import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { aChange } from '#test/permissions/reasons.ts'
import { adminOnly, atWork, mine } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /approvals': atWork,
    'GET /approvals/count': atWork,
    'GET /approvals/waiting-count': atWork,
    'GET /approvals/export': adminOnly,
    'GET /approvals/:approvalId': atWork,
    'POST /approvals/summary': atWork,
    'POST /approvals/decide': atWork,
    'POST /approvals/:approvalId/approve': atWork,
    'POST /approvals/:approvalId/reject': atWork,
    'POST /approvals/:approvalId/withdraw': atWork,
    'GET /approvals/substitutions': atWork,
    'GET /approvals/substitutions/choices': atWork,
    'POST /approvals/substitutions': atWork,
    'POST /approvals/substitutions/:substitutionId/end': atWork,
    'GET /me/relatives': mine,
    'POST /me/relatives': mine,
    'POST /me/relatives/:relativeId/end': mine,
    'GET /settings/checks': adminOnly,
    'PUT /settings/checks/:check': adminOnly,
  },
  notProbed: {
    'GET /approvals/:approvalId': aChange,
    'POST /approvals/summary': aChange,
    'POST /approvals/decide': aChange,
    'POST /approvals/:approvalId/approve': aChange,
    'POST /approvals/:approvalId/reject': aChange,
    'POST /approvals/:approvalId/withdraw': aChange,
    'POST /approvals/substitutions':
      'whoever is away is looked for within reach; the test of the substitutes asks for others',
    'POST /approvals/substitutions/:substitutionId/end':
      'an absence is looked for within reach; the same test asks for others',
    'POST /me/relatives': 'a CVL that the caller gives; nothing is told of whom it is',
    'POST /me/relatives/:relativeId/end': 'a relative is looked for among those of the caller',
  },
  screens: {
    '/crm/Aprobaciones': 'x x x x x x x x x -',
    '/crm/Aprobaciones/suplencias': 'x x x x x x x x x -',
    '/crm/Aprobaciones/:approvalId': 'x x x x x x x x x -',
  },
}
