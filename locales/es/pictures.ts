export default {
  title: 'Foto',
  set: 'Poner una foto',
  change: 'Cambiar la foto',
  remove: 'Quitar la foto',
  file: 'Archivo de la foto',
  hint: 'JPEG, PNG, WebP o GIF. Al elegirla podrás encuadrarla. La ven las personas del equipo y de recursos humanos.',
  crop: {
    title: 'Encuadrar la foto',
    preview: 'Así se verá la foto',
    zoom: 'Zoom',
    x: 'Horizontal',
    y: 'Vertical',
    use: 'Usar esta foto',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    employee_pictureSet: 'Pone una foto de perfil',
    employee_pictureRemoved: 'Quita una foto de perfil',
  },
}
