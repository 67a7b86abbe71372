import { servePictures } from './core/picture-process.ts'

servePictures()
