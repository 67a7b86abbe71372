import type es from '#locales/es/mail.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  letter: {
    greeting: 'Olá, {{name}}:',
    signature: 'Atalaya',
    automatic: 'Esta mensagem é enviada automaticamente; não é preciso responder.',
  },
  reset: {
    subject: 'Escolhe uma nova palavra-passe para o Atalaya',
    intro:
      'Alguém pediu uma nova palavra-passe para a tua conta do Atalaya ({{email}}) a {{at}}, a partir do endereço {{address}}.',
    action: 'Escolher uma nova palavra-passe',
    holds: 'A ligação funciona uma única vez e durante 30 minutos: até {{until}}.',
    notYou:
      'Se não foste tu, não faças nada: a tua palavra-passe continua a mesma. Se receberes várias mensagens como esta, avisa um administrador.',
  },
  changed: {
    subject: 'A tua palavra-passe do Atalaya mudou',
    intro: 'A palavra-passe da tua conta do Atalaya ({{email}}) mudou a {{at}}, a partir do endereço {{address}}.',
    ended: 'As outras sessões que tinhas abertas foram terminadas.',
    notYou:
      'Se não foste tu, pede já outra palavra-passe com esta ligação, que funciona sempre, e avisa um administrador.',
    action: 'Pedir outra palavra-passe',
  },
  access: {
    subject: 'Já podes entrar no Atalaya',
    intro: 'Deram-te acesso ao Atalaya com este e-mail ({{email}}). Escolhe uma palavra-passe para entrar.',
    action: 'Escolher uma palavra-passe',
    holds: 'A ligação serve uma única vez e durante 7 dias.',
    google: 'Também podes entrar com o Google, se a tua conta Google usar este e-mail.',
    notYou: 'Se a ligação caducou ou não esperavas esta mensagem, avisa um administrador.',
  },
} satisfies Shape<typeof es>
