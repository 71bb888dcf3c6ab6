import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import {
  brandFiles,
  fillTexts,
  fewFiles,
  inlineFrame,
  leanZod,
  precompress,
  preloadFirst,
  weighFirstPage,
} from './scripts/vite-plugins.ts';

// The portal: sources in portal/, result in dist/portal, which server/src/platform/http/static-portal.ts serves.
export default defineConfig({
  root: 'portal',
  publicDir: false,
  plugins: [
    react(),
    leanZod(),
    fewFiles(),
    fillTexts(),
    inlineFrame(),
    preloadFirst(),
    brandFiles(),
    VitePWA({
      injectRegister: false,
      manifest: false,
      filename: 'service-worker.js',
      workbox: {
        // Hashed files only; the pages stay on the server's side, filled per host, but for one copy of the shell.
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}'],
        navigateFallback: null,
        // `/` itself always comes from the server while there is one.
        directoryIndex: '',
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
        inlineWorkboxRuntime: true,
        runtimeCaching: [
          {
            urlPattern: ({ request, url }) =>
              request.mode === 'navigate' &&
              !/^\/(api|oidc|docs|openapi\.json|healthz|readyz)(\/|$)/.test(url.pathname),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/index.html' } },
          },
        ],
      },
    }),
    precompress(),
    weighFirstPage(),
  ],
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['portal/index.html', 'portal/silent-callback.html'] },
  },
});
