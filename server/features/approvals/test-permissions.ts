import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { approvalNotProbedReason } from '#test/permissions/not-probed-reasons.ts'
import { adminOnlyRow, employedRolesRow, ownDataRow } from '#test/permissions/permission-rows.ts'
import { reason } from '#test/permissions/settings-samples.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /approvals': employedRolesRow,
    'GET /approvals/count': employedRolesRow,
    'GET /approvals/waiting-count': employedRolesRow,
    'GET /approvals/client-count': employedRolesRow,
    'GET /approvals/export': adminOnlyRow,
    'GET /approvals/:approvalId': employedRolesRow,
    'POST /approvals/summary': employedRolesRow,
    'POST /approvals/decide': employedRolesRow,
    'POST /approvals/undo-rejections': employedRolesRow,
    'POST /approvals/:approvalId/approve': employedRolesRow,
    'POST /approvals/:approvalId/reject': employedRolesRow,
    'POST /approvals/:approvalId/withdraw': employedRolesRow,
    'GET /approvals/substitutions': employedRolesRow,
    'GET /approvals/substitutions/choices': employedRolesRow,
    'POST /approvals/substitutions': employedRolesRow,
    'POST /approvals/substitutions/:substitutionId/end': employedRolesRow,
    'GET /me/relatives': ownDataRow,
    'POST /me/relatives': ownDataRow,
    'POST /me/relatives/:relativeId/end': ownDataRow,
    'GET /settings/checks': adminOnlyRow,
    'PUT /settings/checks/:check': adminOnlyRow,
  },
  notProbed: {
    'GET /approvals/client-count':
      'changes are counted among those that the caller sees; the test of approvals asks for a client of others',
    'GET /approvals/:approvalId': approvalNotProbedReason,
    'POST /approvals/summary': approvalNotProbedReason,
    'POST /approvals/decide': approvalNotProbedReason,
    'POST /approvals/undo-rejections': approvalNotProbedReason,
    'POST /approvals/:approvalId/approve': approvalNotProbedReason,
    'POST /approvals/:approvalId/reject': approvalNotProbedReason,
    'POST /approvals/:approvalId/withdraw': approvalNotProbedReason,
    'POST /approvals/substitutions':
      'whoever is away is looked for within reach; the test of the substitutes asks for others',
    'POST /approvals/substitutions/:substitutionId/end':
      'an absence is looked for within reach; the same test asks for others',
    'POST /me/relatives': 'a CVL that the caller gives; nothing is told of whom it is',
    'POST /me/relatives/:relativeId/end': 'a relative is looked for among those of the caller',
  },
  screenRecords: {
    approvalId: {
      sql: `insert into approval (task, entity, params, before, after, payload, reason, made_by, expires_at)
        values ('permissions.role', 'access', '{"change": "role", "who": "D0000001", "from": "manager", "to": "hr"}', '{"role": "manager"}', '{"role": "hr"}',
                '{}', 'Cambia de puesto', (select user_id from registry.membership where prefix = 'dino' and role = 'admin' limit 1), now() + interval '14 days') returning id`,
    },
  },
  screens: {
    '/crm/Aprobaciones': 'x x x x x x x x x -',
    '/crm/Aprobaciones/suplencias': 'x x x x x x x x x -',
    '/crm/Aprobaciones/:approvalId': 'x x x x x x x x x -',
  },
  screenCalls: {
    '/crm/Aprobaciones': ['/approvals/count', '/approvals'],
    '/crm/Aprobaciones/suplencias': ['/approvals/substitutions', '/approvals/substitutions/choices'],
    '/crm/Aprobaciones/:approvalId': [
      '/approvals/:id',
      '/records/approval/:id',
      '/me/drafts/comment.approval.:id + /records/approval/:id/comments',
    ],
  },
  settingsWrites: {
    'PUT /settings/checks/:check': {
      task: 'check.off',
      request: { params: { check: 'withdrawal' }, body: { checked: false, reason } },
    },
  },
}
