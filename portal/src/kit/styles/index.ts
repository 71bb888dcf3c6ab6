// Import once, before anything else of the portal: the order of these sheets is their meaning. Inter itself
// (fonts.css) is fetched apart: text can stand without it.
import './mantine.ts';
import './base.css';
import './print.css';
