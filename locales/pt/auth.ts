import type es from '../es/auth.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Iniciar sessão',
  lead: 'Entre com o seu utilizador ou o seu e-mail.',
  claim: 'Cada cliente, cada conta, cada valor explicado ao cêntimo.',
  identity: 'Utilizador ou e-mail',
  password: 'Palavra-passe',
  submit: 'Entrar',
  submitting: 'A entrar…',
  missingIdentity: 'Introduza o seu utilizador ou o seu e-mail.',
  missingPassword: 'Introduza a sua palavra-passe.',
  wrong: 'Utilizador ou palavra-passe incorretos',
  wait_one: 'Poderá tentar novamente dentro de {{count}} segundo.',
  wait_many: 'Poderá tentar novamente dentro de {{count}} segundos.',
  wait_other: 'Poderá tentar novamente dentro de {{count}} segundos.',
  forgot: 'Esqueceu-se da palavra-passe?',
  noAccount: 'Ainda não tem conta?',
  register: 'Registe-se',
  or: 'ou',
  google: 'Entrar com o Google',
  unreachable: 'Sem ligação ao servidor. Verifique a sua rede e tente novamente.',
  ended: {
    idle: 'A sua sessão foi terminada por inatividade. Entre para continuar onde estava.',
    expired: 'A sua sessão expirou. Entre para continuar onde estava.',
    revoked: 'A sua sessão já não é válida. Entre novamente.',
    elsewhere: 'Terminou a sessão noutro separador.',
    changed: 'A sua palavra-passe foi alterada. Entre com a nova.',
  },
  demo: {
    title: 'Empresa de demonstração',
    lead: 'Os dados são fictícios. Entrar como:',
    firm: 'Empresa',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  modules: {
    bt_inicio: 'Início',
    bt_CambioCVL: 'Mudança de CVL',
  },
  notifications: {
    signIn: {
      newPlace: {
        title: 'Acesso a partir de um lugar novo',
        text: 'Foi iniciada sessão com o seu utilizador a partir do endereço {{address}} ({{agent}}). Se não foi o próprio, altere a palavra-passe e termine essa sessão.',
      },
    },
    password: {
      changed: {
        title: 'Palavra-passe alterada',
        text: 'A sua palavra-passe foi alterada a partir do endereço {{address}}. Se não foi o próprio, avise o administrador.',
      },
    },
    google: {
      linked: {
        title: 'Conta Google associada',
        text: 'Primeiro acesso com a conta Google {{email}}, a partir do endereço {{address}}. Se não foi o próprio, avise o administrador.',
      },
    },
  },
  actions: {
    navigation: 'Abre um ecrã',
    view_taken: 'Entra na vista de outra pessoa',
    view_left: 'Volta à sua vista',
    view_ended: 'Termina a vista de outra pessoa',
  },
  entities: {
    bt_inicio: 'Ecrã: Início',
    bt_CambioCVL: 'Ecrã: Mudança de CVL',
  },
  auditFields: {
    actingCvl: 'Na vista de (CVL)',
  },
}
